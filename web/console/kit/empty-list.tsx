import { Button } from 'antd';
import type { ReactElement } from 'react';

/** Says what an empty list will contain, and offers to add the first row if `onAdd` is given. */
export function EmptyList({
  sentence,
  verb,
  onAdd,
}: {
  sentence: string;
  verb: string;
  /** Undefined without the right to add one. */
  onAdd: (() => void) | undefined;
}): ReactElement {
  return (
    <>
      <p>{sentence}</p>
      {onAdd && <Button onClick={onAdd}>{verb}</Button>}
    </>
  );
}
