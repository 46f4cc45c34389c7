import './persons.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type {
  AskedPerson,
  Erasures,
  FoundPerson,
} from '../../../../src/surfaces/console/persons/persons-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { ErasuresCard } from './erasures-card.tsx';
import { FindCard } from './find-card.tsx';
import { FoundCard } from './found-card.tsx';
import { usePersonsWords } from './persons-words.ts';

/** An erasure goes on by itself, so the list is read again while one is open. */
const pauseMs = 5_000;

export default function PersonsScreen(): ReactElement {
  const say = usePersonsWords();
  const api = useApi();
  const queries = useQueryClient();
  const mayChange = useMay()('persons.change');
  const [found, setFound] = useState<{ person: AskedPerson; held: FoundPerson }>();
  const [isErasing, setErasing] = useState(false);
  const queryKey = [api.scope, api.mode, 'persons'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Erasures>('persons/erasures', {}, signal),
    refetchInterval: ({ state }) =>
      state.data?.erasures.some(({ finishedAt }) => finishedAt === null) ? pauseMs : false,
  });
  const erased = (erasures: Erasures) => {
    queries.setQueryData(queryKey, erasures);
    setFound(undefined);
  };
  return (
    <>
      <PageHead title={say('title')} aside={say('aside')} />
      <ProblemBar error={error} onRetry={() => void refetch()} />
      <div className="stack">
        {mayChange && <FindCard onFound={setFound} />}
        {found && <FoundCard {...found} onErase={() => setErasing(true)} />}
        {data && <ErasuresCard erasures={data.erasures} />}
      </div>
      {found && isErasing && (
        <EraseDialog person={found.person} onErased={erased} onClose={() => setErasing(false)} />
      )}
    </>
  );
}
