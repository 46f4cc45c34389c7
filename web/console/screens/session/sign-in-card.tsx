import './session.css';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { LanguageButton } from '../../shell/header.tsx';
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
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);
  return (
    <main className="entry-page">
      <section className="entry-card">
        <header className="sign-in-head">
          <Logo size={30} />
          <strong>Countersign</strong>
          <LanguageButton />
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
