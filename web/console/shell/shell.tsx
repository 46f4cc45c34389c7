import './shell.css';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactElement, Suspense, useCallback, useEffect, useState } from 'react';
import { useIsAccountMissing } from '../client/account-names.ts';
import { useScope } from '../client/scope.ts';
import { sessionQuery, useSession } from '../client/session.ts';
import { followLanguage, useLanguage } from '../client/words.ts';
import { FactorDialog } from '../kit/factor-dialog.tsx';
import { PrintLine } from '../kit/print-line.tsx';
import { ScreenSkeleton } from '../kit/skeletons.tsx';
import { TaskDock } from '../kit/task-dock.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { isLiveAlone } from './navigation.ts';
import { AccountNotFound } from './not-found.tsx';
import { useShellWords } from './shell-words.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { useShellShortcuts } from './use-shell-shortcuts.ts';

/** The frame around every screen; test mode looks clearly different. */
export function Shell(): ReactElement {
  const say = useShellWords();
  const language = useLanguage();
  const { scope, mode } = useScope();
  const isLive = useLocation({ select: ({ pathname }) => isLiveAlone(pathname) });
  const isTest = mode === 'test' && !isLive;
  const navigate = useNavigate();
  const router = useRouter();
  const queries = useQueryClient();
  const [areShortcutsShown, showShortcuts] = useState(false);
  const onSignedOut = useCallback(() => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    const next = router.state.location.href;
    // Only the session itself: lists of the security page would be refused again, and start this anew.
    void queries
      .invalidateQueries({ ...sessionQuery, exact: true })
      .then(() => navigate({ to: '/sign-in', search: { next } as never }));
  }, [navigate, queries, router]);
  useShellShortcuts(() => showShortcuts(true));
  const { person } = useSession();
  const isMissing = useIsAccountMissing();
  useEffect(() => void followLanguage(person?.language), [person?.language]);
  return (
    <div className={isTest ? 'shell shell-test' : 'shell'}>
      <a className="skip" href="#content">
        {say('skip')}
      </a>
      {isTest && (
        <aside className="test-band" aria-label={say('test')}>
          <p>
            {say('testBand')}
            {language === 'en' && ' '}
            <span>{say('testBandMore')}</span>
          </p>
        </aside>
      )}
      <Sidebar />
      <div className="shell-main">
        <Header hasModes={!isLive} onShortcuts={() => showShortcuts(true)} />
        <main id="content" className="content" tabIndex={-1}>
          <PrintLine isTest={isTest} />
          {/* Remounts for each account and mode, so that no screen state crosses over. */}
          <Suspense key={`${scope} ${mode}`} fallback={<ScreenSkeleton />}>
            {isMissing ? <AccountNotFound /> : <Outlet />}
          </Suspense>
        </main>
      </div>
      <TaskDock />
      <BottomBar />
      <ShortcutsDialog isOpen={areShortcutsShown} onClose={() => showShortcuts(false)} />
      <FactorDialog onSignedOut={onSignedOut} />
    </div>
  );
}
