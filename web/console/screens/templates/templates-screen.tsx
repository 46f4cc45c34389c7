import './templates.css';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { isSentInParts, productTable } from '../../../../src/foundation/contract/products.ts';
import type { PlatformStatus } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import type {
  TemplateList,
  TemplateRow,
} from '../../../../src/surfaces/console/templates/templates-contract.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { EmptyList } from '../../kit/empty-list.tsx';
import { Icon } from '../../kit/icon.tsx';
import { joinWords } from '../../kit/join-words.ts';
import { LockedNote, useIsLocked } from '../../kit/locked-note.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton, RowsSkeleton } from '../../kit/skeletons.tsx';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { NewTemplateCard } from './new-template-card.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { TemplateView } from './template-view.tsx';
import { useTemplatesWords } from './templates-words.ts';
import { useAssignmentText } from './use-assignment-text.ts';

const fields = { template: text() };
/** Who maintains the templates, and how to ask for one. */
function Maintainer({
  operator,
}: {
  operator: NonNullable<TemplateList['operator']> | null;
}): ReactElement {
  const say = useTemplatesWords();
  const language = useLanguage();
  if (!operator) return <>{say('asideCustomer')}</>;
  const { name, contact } = operator;
  return (
    <>
      {say('asideOperator', { operator: name[language] })}{' '}
      {contact.includes('@') && <a href={`mailto:${contact}`}>{say('ask')}</a>}
    </>
  );
}

/** Template ids have no spaces, so this is no template. */
const newOne = 'new one';

/** An account sees only the templates that its messages use. */
export default function TemplatesScreen(): ReactElement {
  const say = useTemplatesWords();
  const api = useApi();
  const isPhone = useIsPhone();
  const [{ template }, set] = useSearchState(fields);
  const list = useQuery({
    queryKey: [api.scope, 'templates'],
    queryFn: ({ signal }) => api.get<TemplateList>('templates/list', {}, signal),
  });
  // The query of the status below the menu.
  const status = useQuery({
    queryKey: [api.scope, 'overview', 'status'],
    queryFn: ({ signal }) => api.get<PlatformStatus>('overview/status', {}, signal),
    enabled: api.area === 'customer' && api.mode === 'live',
  });
  const offered = api.mode === 'live' ? status.data?.offered : undefined;
  const may = useMay();
  const isEditable = api.scope === 'platform' && may('templates.change');
  const mayAdd = !useIsLocked('templates') && isEditable;
  const templates = list.data?.templates ?? [];
  const isNew = template === newOne && mayAdd;
  const chosen = templates.find(({ templateId }) => templateId === template);
  const shown = chosen ?? (isPhone || isNew ? undefined : templates[0]);
  const isAlone = isPhone && (shown !== undefined || isNew);
  const trail = { label: say('back'), onOpen: () => set({ template: '' }) };
  return (
    <>
      <PageHead
        title={say('title')}
        aside={!isEditable && <Maintainer operator={list.data?.operator ?? null} />}
        {...(isAlone ? { trail } : {})}
        actions={
          mayAdd && (
            <Button
              type="primary"
              icon={<Icon name="plus" size={14} />}
              onClick={() => set({ template: newOne })}
            >
              {say('add')}
            </Button>
          )
        }
      />
      <LockedNote sections={['templates', 'assignments']} />
      <ProblemBar error={list.error} onRetry={() => void list.refetch()} />
      <div className="templates">
        {!isAlone && (
          <section className="card templates-list" aria-label={say('list')}>
            {list.isPending && <RowsSkeleton rows={6} height={60} />}
            {list.data && templates.length === 0 && (
              <div className="table-empty">
                <EmptyList
                  sentence={say(api.scope === 'platform' ? 'none' : 'noneAssigned')}
                  verb={say('addFirst')}
                  onAdd={mayAdd ? () => set({ template: newOne }) : undefined}
                />
              </div>
            )}
            {templates.map((one) => (
              <ListItem
                key={one.templateId}
                template={one}
                isChosen={one === shown}
                isOffered={offered?.includes(one.product) ?? true}
                onOpen={() => set({ template: one.templateId })}
              />
            ))}
          </section>
        )}
        {list.isPending && <CardSkeleton height={420} />}
        {isNew && <NewTemplateCard onMade={(made) => set({ template: made })} />}
        {shown && isEditable && (
          <TemplateEditor
            key={shown.templateId}
            template={shown}
            providers={(list.data?.providers ?? []).filter(
              ({ kind }) => kind === productTable[shown.product].kind,
            )}
            onDeleted={() => set({ template: '' })}
          />
        )}
        {shown && !isEditable && <TemplateView template={shown} />}
      </div>
    </>
  );
}

function ListItem({
  template: { templateId, product, parts, assignments },
  isChosen,
  isOffered,
  onOpen,
}: {
  template: TemplateRow;
  isChosen: boolean;
  isOffered: boolean;
  onOpen(): void;
}): ReactElement {
  const say = useTemplatesWords();
  const nameOf = useProductName();
  const assignmentText = useAssignmentText();
  const language = useLanguage();
  return (
    <button
      type="button"
      className="templates-item"
      aria-current={isChosen || undefined}
      onClick={onOpen}
    >
      <code>{templateId}</code>
      {isSentInParts(product) && <span className="soft">{say('parts', { count: parts })}</span>}
      <span className="soft">
        {nameOf(product)} ·{' '}
        {isOffered
          ? joinWords(assignments.map(assignmentText), language) || say('unused')
          : say('notOffered')}
      </span>
    </button>
  );
}
