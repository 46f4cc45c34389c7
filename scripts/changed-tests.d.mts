export function changedTests(root: string): string[];
