import type { ReactElement } from 'react';
import { noNumber } from '../../kit/number-text.ts';
import { useCallWords } from './call-words.ts';

/** Whom a call was for, masked. Of a refused call only a hash is kept, by which a search finds it. */
export function CallTo({
  person,
  isHashed = false,
}: {
  person: string | null;
  isHashed?: boolean | undefined;
}): ReactElement {
  const say = useCallWords();
  if (person !== null) return <>{person}</>;
  if (!isHashed) return <>{noNumber}</>;
  return (
    <span className="soft" title={say('hashedHint')}>
      {say('hashed')}
    </span>
  );
}
