export function takeLock(path: string): boolean;
