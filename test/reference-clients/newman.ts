import { load } from './load.ts';

export interface PostmanRun {
  run: {
    stats: Record<'requests' | 'scripts', { total: number; failed: number }>;
    failures: { error: { message: string }; source?: { name: string } }[];
    executions: { item: { name: string }; response?: { code: number } }[];
  };
}

type Done = (error: Error | null, summary: PostmanRun) => void;

const newman = load<{ run(options: object, done: Done): void }>('newman');

/** Runs a Postman collection in the program that Postman offers for it. */
export function runCollection(options: object): Promise<PostmanRun> {
  return new Promise((resolve, reject) => {
    newman.run(options, (error, summary) => (error ? reject(error) : resolve(summary)));
  });
}
