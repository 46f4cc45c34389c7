import { userInfo } from 'node:os';

/** Turns a system error about the data folder into a sentence with what to do; other errors stay as they are. */
export function folderFault(error: unknown, dataDir: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const why = code === undefined || path === undefined ? undefined : reasons[code]?.(path);
  return why === undefined
    ? error
    : new Error(`${why} (DATA_DIR is ${dataDir}.)`, { cause: error });
}

const denied = (path: string) =>
  `User ${userInfo().username} cannot write to ${path}. Set DATA_DIR to a folder that this user owns.`;
const notFolder = (path: string) =>
  `${path} is a file where a folder must be. Set DATA_DIR to another folder.`;
const full = (path: string) =>
  `The disk of ${path} is full. Free some space, or set DATA_DIR to a folder on another disk.`;

const reasons: Readonly<Record<string, (path: string) => string>> = {
  EACCES: denied,
  EPERM: denied,
  EROFS: (path) =>
    `${path} is on a read-only file system. Set DATA_DIR to a folder that can be written.`,
  ENOSPC: full,
  EDQUOT: full,
  ENOTDIR: notFolder,
  EEXIST: notFolder,
  ENAMETOOLONG: (path) => `The path ${path} is too long. Set DATA_DIR to a shorter one.`,
};
