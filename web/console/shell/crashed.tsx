import { useRouter } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { ApiProblem } from '../client/api-problem.ts';
import { useKitWords } from '../kit/kit-words.ts';
import { PageHead } from '../kit/page-head.tsx';
import { ProblemBar } from '../kit/problem-bar.tsx';

/** Replaces a screen that failed to render. */
export function Crashed({ error }: { error: unknown }): ReactElement {
  const say = useKitWords();
  const router = useRouter();
  if (error instanceof ApiProblem) {
    return (
      <div className="lonely">
        <ProblemBar error={error} onRetry={() => void router.invalidate()} />
      </div>
    );
  }
  return (
    <div className="lonely" role="alert">
      <PageHead title={say('crashed')} />
      <p className="soft">{say('crashedHint')}</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <Button type="primary" onClick={() => location.reload()}>
        {say('reload')}
      </Button>
    </div>
  );
}
