import './theme/base.css';
import './theme/forced-colours.css';
import './theme/print.css';
import './shell/first-paint.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { catchEntryToken } from './client/entry-token.ts';
import { queryClient } from './client/query-client.ts';
import { initTranslations } from './client/words.ts';
import { createConsoleRouter } from './router.tsx';
import { endFirstPaint } from './shell/end-first-paint.ts';
import { Theme } from './theme/theme.tsx';

catchEntryToken();
initTranslations();
const router = createConsoleRouter();

const root = document.getElementById('root') as HTMLElement;
endFirstPaint(root);

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Theme>
        <RouterProvider router={router} />
      </Theme>
    </QueryClientProvider>
  </StrictMode>,
);
