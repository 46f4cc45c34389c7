import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

const key = ['platform', 'cells', 'search-text'];

/**
 * What is searched for in all cells. It may be a person's number, so it is never part of a URL or of the browser's
 * history; it lives with the answers to it, which a sign-out removes.
 */
export function useCellsSearch(): [string, (text: string) => void] {
  const queries = useQueryClient();
  const { data = '' } = useQuery<string>({ queryKey: key, queryFn: skipToken });
  return [data, (text) => queries.setQueryData(key, text)];
}
