export function endWithUs(pid: number, folder?: string, graceMs?: number): () => void;
