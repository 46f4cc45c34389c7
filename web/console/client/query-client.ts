import { QueryClient } from '@tanstack/react-query';
import { ApiProblem, noAnswer } from './api-problem.ts';

/** Refusals are final; requests without an answer are retried twice. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return failures < 2 && (error.reason === noAnswer || error.status >= 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
