export function endWithUs(pid: number, folder?: string): () => void;
