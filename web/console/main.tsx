import 'virtual:tokens.css';
import './theme/base.css';
import './theme/forced-colours.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './client/query-client.ts';
import { startWords } from './client/words.ts';
import { createConsoleRouter } from './router.tsx';
import { BooksProof } from './screens/overview/books-proof.tsx';
import { ReviewCount } from './screens/review/review-count.tsx';
import { putSearchBox } from './shell/header-search.tsx';
import { putSidebarCount, putSidebarProof } from './shell/sidebar-slots.ts';
import { Theme } from './theme/theme.tsx';

startWords();
putSidebarProof(<BooksProof />);
putSidebarCount('review', <ReviewCount />);
putSearchBox(lazy(() => import('./shell/search-box/search-box.tsx')));
const router = createConsoleRouter();

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Theme>
        <RouterProvider router={router} />
      </Theme>
    </QueryClientProvider>
  </StrictMode>,
);
