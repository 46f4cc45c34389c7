import './session.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { sessionQuery } from '../../client/session.ts';
import { useLanguage } from '../../client/words.ts';
import { LanguageButton, ThemeMenu } from '../../shell/header.tsx';
import { Logo } from '../../shell/logo.tsx';

/** The card of the screens before sign-in. */
export function SignInCard({
  title,
  text,
  step,
  children,
  foot,
}: {
  title: string;
  text?: ReactNode;
  step?: string;
  children: ReactNode;
  foot?: ReactNode;
}): ReactElement {
  const language = useLanguage();
  // A link that leads nowhere is shown without a session.
  const operator = useQuery(sessionQuery).data?.operatorName?.[language];
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);
  return (
    <main className="entry-page">
      <section className="entry-card">
        <header className="sign-in-head">
          <Logo size={30} />
          <p>
            <strong>Countersign</strong>
            {operator && <span>{operator}</span>}
          </p>
          <LanguageButton />
          <ThemeMenu />
        </header>
        {step && <p className="sign-in-step">{step}</p>}
        <h1>{title}</h1>
        {text && <p className="soft sign-in-text">{text}</p>}
        <div className="sign-in-body">{children}</div>
        {foot && <footer className="sign-in-foot">{foot}</footer>}
      </section>
    </main>
  );
}
