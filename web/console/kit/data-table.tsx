import './data-table.css';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { announce } from './announce.ts';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';
import { useShortcuts } from './shortcuts.ts';
import { useCopy } from './use-copy.ts';
import { useIsPhone } from './use-is-phone.ts';

export interface Column<Row> {
  name: string;
  title: ReactNode;
  cell(row: Row): ReactNode;
  isNumber?: boolean;
  width?: number | string;
}

/** The two lines of a row on a phone. */
interface PhoneRow {
  status?: ReactNode;
  title: ReactNode;
  amount?: ReactNode;
  rest: ReactNode;
  time?: ReactNode;
  /** Below the two lines, because the row itself is a button. */
  actions?: ReactNode;
  /** One button beside the two lines. */
  menu?: ReactNode;
}

/** Undefined where there is no such page. */
export interface Paging {
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
}

interface TableProps<Row> {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  phone?: (row: Row) => PhoneRow;
  onOpen?: (row: Row) => void;
  copyText?: (row: Row) => string;
  paging?: Paging;
  /** `time` names the pages Newer and Older, `position` Previous and Next. */
  pagesBy?: 'time' | 'position';
  /** 34 for dense lists, 38 for money. */
  rowHeight?: 34 | 36 | 38;
  foot?: ReactNode;
  empty?: ReactNode;
}

/** Becomes two-line rows on a phone. J and K move, Enter opens, C copies. */
export function DataTable<Row>(props: TableProps<Row>): ReactElement {
  const isPhone = useIsPhone();
  const chosen = useChosenRow(props);
  const { rows, empty, phone, pagesBy, foot } = props;
  // A single page needs no paging buttons.
  const paging = props.paging?.onNewer || props.paging?.onOlder ? props.paging : undefined;
  const say = useKitWords();
  return (
    <>
      {rows.length === 0 ? (
        <div className="table-empty">{empty ?? say('noRows')}</div>
      ) : isPhone && phone ? (
        <PhoneRows {...props} phone={phone} />
      ) : (
        <WideTable {...props} chosen={chosen} />
      )}
      {(paging || (foot && rows.length > 0)) && (
        <TableFoot
          paging={paging}
          pagesBy={pagesBy}
          foot={foot}
          isOpenable={!!props.onOpen}
          isCopyable={!!props.copyText}
        />
      )}
    </>
  );
}

interface Chosen {
  key: string | undefined;
  choose(key: string | undefined): void;
  body: React.RefObject<HTMLTableSectionElement | null>;
}

function useChosenRow<Row>({ rows, rowKey, onOpen, copyText }: TableProps<Row>): Chosen {
  const [key, choose] = useState<string>();
  const body = useRef<HTMLTableSectionElement>(null);
  const { copy } = useCopy();
  const at = rows.findIndex((row) => rowKey(row) === key);
  const row = rows[at];
  const move = (step: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + step))];
    if (!next) return;
    choose(rowKey(next));
    const index = rows.indexOf(next);
    const element = body.current?.rows[index];
    element?.scrollIntoView({ block: 'nearest' });
    if (element) announce(element.innerText.replaceAll('\t', ', '));
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ...(row && onOpen ? { Enter: () => onOpen(row) } : {}),
    ...(row && copyText ? { c: () => copy(copyText(row)) } : {}),
  });
  return { key, choose, body };
}

function WideTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  chosen,
  rowHeight = 36,
}: TableProps<Row> & { chosen: Chosen }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className={`table table-${rowHeight}`}>
        <caption className="unseen">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ name, title, isNumber, width }) => (
              <th
                key={name}
                scope="col"
                className={isNumber ? 'number' : undefined}
                style={{ width }}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={chosen.body}>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr
                key={key}
                data-chosen={key === chosen.key || undefined}
                data-openable={onOpen ? true : undefined}
                onClick={(event) => {
                  // Buttons, links, their menus and selected text in a row do not open it.
                  const target = event.target as Element;
                  if (target.closest('a,button') || !event.currentTarget.contains(target)) return;
                  if (getSelection()?.toString()) return;
                  chosen.choose(key);
                  onOpen?.(row);
                }}
              >
                {columns.map(({ name, cell, isNumber }, index) => {
                  const content = cell(row);
                  return (
                    <td
                      key={name}
                      className={isNumber ? 'number' : undefined}
                      title={typeof content === 'string' ? content : undefined}
                    >
                      {index === 0 && onOpen ? (
                        <button type="button" className="row-open" onClick={() => onOpen(row)}>
                          {content}
                        </button>
                      ) : (
                        content
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function PhoneRows<Row>({
  label,
  rows,
  rowKey,
  onOpen,
  phone,
}: TableProps<Row> & { phone(row: Row): PhoneRow }): ReactElement {
  return (
    <ul className="phone-rows" aria-label={label}>
      {rows.map((row) => {
        const { status, title, amount, rest, time, actions, menu } = phone(row);
        const content = (
          <>
            <span className="phone-status">{status}</span>
            <span className="phone-line">
              <span className="phone-title">{title}</span>
              <span className="phone-amount">{amount}</span>
            </span>
            <span className="phone-line">
              <span className="phone-rest">{rest}</span>
              <span className="phone-time">{time}</span>
            </span>
          </>
        );
        return (
          <li key={rowKey(row)}>
            {onOpen ? (
              <button type="button" className="phone-row" onClick={() => onOpen(row)}>
                {content}
              </button>
            ) : (
              <div className="phone-row">{content}</div>
            )}
            {menu && <div className="phone-menu">{menu}</div>}
            {actions && <div className="phone-actions">{actions}</div>}
          </li>
        );
      })}
    </ul>
  );
}

function TableFoot({
  paging,
  pagesBy = 'time',
  foot,
  isOpenable,
  isCopyable,
}: {
  paging: Paging | undefined;
  pagesBy: 'time' | 'position' | undefined;
  foot: ReactNode;
  isOpenable: boolean;
  isCopyable: boolean;
}): ReactElement {
  const say = useKitWords();
  return (
    <footer className="table-foot">
      <span className="soft">{foot}</span>
      {(isOpenable || isCopyable) && (
        <span className="table-keys" aria-hidden="true">
          <kbd>J</kbd> <kbd>K</kbd> {say('move')}
          {isOpenable && (
            <>
              {' '}
              <kbd>↵</kbd> {say('open')}
            </>
          )}
          {isCopyable && (
            <>
              {' '}
              <kbd>C</kbd> {say('copyId')}
            </>
          )}
        </span>
      )}
      {paging && (
        <span className="table-paging">
          <Button
            disabled={!paging.onNewer}
            onClick={paging.onNewer}
            icon={<Icon name="left" size={14} />}
          >
            {say(pagesBy === 'time' ? 'newer' : 'previous')}
          </Button>
          <Button
            disabled={!paging.onOlder}
            onClick={paging.onOlder}
            icon={<Icon name="right" size={14} />}
            iconPlacement="end"
          >
            {say(pagesBy === 'time' ? 'older' : 'next')}
          </Button>
        </span>
      )}
    </footer>
  );
}
