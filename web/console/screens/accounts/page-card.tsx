import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, ColorPicker, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  PageChange,
  PageFacts,
} from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import pageStyle from '../../../check/check.css?raw';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Field } from '../../kit/field.tsx';
import { RoleNote } from '../../kit/locked-note.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { toast } from '../../kit/toast.ts';
import { UnsavedBar } from '../../kit/unsaved-bar.tsx';
import { useAccountsWords } from './accounts-words.ts';
import { LogoField } from './logo-field.tsx';
import { PagePreview } from './page-preview.tsx';
import { themeTokens } from './page-tokens.ts';

export function PageCard(): ReactElement {
  const api = useApi();
  const page = useQuery({
    queryKey: [api.scope, 'page'],
    queryFn: ({ signal }) => api.get<PageFacts>('accounts/page', {}, signal),
  });
  if (!page.data) {
    return page.error ? <ProblemBar error={page.error} /> : <CardSkeleton height={480} />;
  }
  return <PageForm key={JSON.stringify(page.data)} facts={page.data} readAt={page.dataUpdatedAt} />;
}

function PageForm({ facts, readAt }: { facts: PageFacts; readAt: number }): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const queries = useQueryClient();
  const isLocked = !useMay()('page.change');
  const [changes, setChanges] = useState<PageChange>({});
  const change = (one: PageChange) => setChanges({ ...changes, ...one });
  const draft = { ...facts, ...changes };
  const tokens = themeTokens(pageStyle, draft.colour);
  const lead = tokens.light['--lead'] ?? '';
  const colour = draft.colour ?? lead;
  const save = useMutation({
    mutationFn: () => api.post('accounts/set-page', changes),
    onSuccess: async () => {
      toast(say('saved'));
      await queries.invalidateQueries({ queryKey: [api.scope, 'page'] });
    },
  });
  const logoOf = (scheme: 'light' | 'dark') => {
    const changed = scheme === 'light' ? changes.logo : changes.logoDark;
    if (changed !== undefined) return changed && `data:image/*;base64,${changed}`;
    const isShown = scheme === 'light' ? facts.hasLogo : facts.hasDarkLogo;
    return isShown ? api.href('accounts/logo', { scheme, v: readAt }) : null;
  };
  const text = (name: 'displayName' | 'otherWayUrl' | 'otherWayPhone', hint?: string) => (
    <Field label={say(name)} note={hint}>
      <Input
        value={draft[name] ?? ''}
        placeholder={name === 'displayName' ? facts.name : undefined}
        onChange={({ target }) => change({ [name]: target.value || null })}
      />
    </Field>
  );
  return (
    <div className="account-columns">
      <fieldset className="stack account-fields" disabled={isLocked}>
        <RoleNote right="page.change" />
        <section className="card account-section">
          {text('displayName', say('displayNameHint'))}
          <div className="field">
            <span id="page-colour">{say('colour')}</span>
            <span className="page-colour">
              <ColorPicker
                value={colour}
                disabledAlpha
                format="hex"
                showText
                aria-labelledby="page-colour"
                onChange={(picked) => change({ colour: picked.toHexString().slice(0, 7) })}
              />
              {draft.colour && (
                <button type="button" className="link" onClick={() => change({ colour: null })}>
                  {say('remove')}
                </button>
              )}
            </span>
            <span className="field-note">
              {lead === colour.toLowerCase()
                ? say('colourHint')
                : say('colourAdjusted', { light: lead })}
            </span>
          </div>
          <LogoField
            label={say('logo')}
            source={logoOf('light')}
            onChange={(logo) => change(logo === null ? { logo, logoDark: null } : { logo })}
          />
          <LogoField
            label={say('logoDark')}
            source={logoOf('dark')}
            isDark
            onChange={(logoDark) => change({ logoDark })}
          />
        </section>
        <section className="card account-section">
          {text('otherWayUrl')}
          {text('otherWayPhone', say('otherWayHint'))}
          <Checkbox
            checked={draft.textsLink}
            onChange={({ target }) => change({ textsLink: target.checked })}
          >
            {say('textsLink')} <span className="soft">{say('textsLinkHint')}</span>
          </Checkbox>
        </section>
        <UnsavedBar
          effect={Object.keys(changes).length > 0 ? say('effectPage') : undefined}
          verb={say('save')}
          onSave={() => save.mutateAsync()}
          onDrop={() => setChanges({})}
        />
      </fieldset>
      <PagePreview
        name={draft.displayName || facts.name}
        tokens={tokens}
        logos={{ light: logoOf('light'), dark: logoOf('dark') ?? logoOf('light') }}
        hasOtherWay={Boolean(draft.otherWayUrl || draft.otherWayPhone)}
      />
    </div>
  );
}
