export function finishConsole(folder: string): string;
