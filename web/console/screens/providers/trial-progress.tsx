import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef } from 'react';
import type { TrialProgress } from '../../../../src/surfaces/console/kit/trial-contract.ts';
import type { ProviderKind } from '../../../../src/vendors/providers/provider.ts';
import { useApi } from '../../client/use-api.ts';
import { defineWords, useLanguage } from '../../client/words.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { Qr } from '../../kit/qr.tsx';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { Time } from '../../kit/time.tsx';

const useWords = defineWords('trialProgress', {
  en: {
    openLink: 'Open this link on the phone of the person',
    scanInWechat: 'Scan this code with WeChat on the phone of the person',
    waitingReceipt: 'Waiting for the receipt',
    waitingResult: 'Waiting for the result',
    receipt: 'Receipt',
    query: 'Status query',
    result: 'Result',
    signed: 'signed',
    unsigned: 'unsigned',
    absent: 'not known to the vendor',
    sent: 'sent',
    delivered: 'delivered',
    undelivered: 'undelivered',
    expired: 'expired',
    rejected: 'rejected',
    unknown: 'unknown',
    open: 'not finished',
    passed: 'passed',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  zh: {
    openLink: '请用被核验人的手机打开此链接',
    scanInWechat: '请用被核验人手机上的微信扫描此二维码',
    waitingReceipt: '正在等待回执',
    waitingResult: '正在等待结果',
    receipt: '回执',
    query: '状态查询',
    result: '结果',
    signed: '已验签',
    unsigned: '无签名',
    absent: '服务商没有该记录',
    sent: '已发送',
    delivered: '已送达',
    undelivered: '未送达',
    expired: '已过期',
    rejected: '已拒绝',
    unknown: '未知',
    open: '未完成',
    passed: '已通过',
    failed: '未通过',
    cancelled: '已取消',
  },
});

type StateWord =
  | ('absent' | 'sent' | 'delivered' | 'undelivered' | 'expired' | 'rejected')
  | ('unknown' | 'open' | 'passed' | 'failed' | 'cancelled');

const tones: Readonly<Record<StateWord, StatusTone>> = {
  ...{ delivered: 'good', passed: 'good', sent: 'unknown', open: 'unknown', unknown: 'unknown' },
  ...{ absent: 'bad', undelivered: 'bad', expired: 'bad', rejected: 'bad' },
  ...{ failed: 'bad', cancelled: 'bad' },
};

const everyMs = 5_000;
const mostLooks = { sms: 12, voice: 12, email: 12, face: 60, payment: 0 };
/** The vendor is asked at these looks only, because vendors count status queries. */
const statusLooks = [2, 6, 12];
/** Before this look, a missing receipt is no problem yet. */
const firstAdviceLook = 3;

function isLast(kind: ProviderKind, seen: { isOver: boolean; look: number } | undefined): boolean {
  return seen !== undefined && (seen.isOver || seen.look >= mostLooks[kind]);
}

/** Follows a test until its receipt or result, for at most a minute, or five for a face check. */
export function TrialProgressView({
  kind,
  named,
  follow,
  url,
  isForWechat,
}: {
  kind: ProviderKind;
  /** The provider and the settings of the test. */
  named: Record<string, unknown>;
  follow: string;
  url: string | null;
  /** The link works only in WeChat. */
  isForWechat: boolean;
}): ReactElement {
  const say = useWords();
  const language = useLanguage();
  const api = useApi();
  const looks = useRef(0);
  const progress = useQuery({
    queryKey: ['trial', follow],
    gcTime: 0,
    retry: false,
    // Each answer carries the number of its query, so that it differs from the last one: React does not render an equal
    // answer again, and the wait would never end.
    queryFn: async () => {
      const look = ++looks.current;
      const asked = { ...named, follow, withStatus: statusLooks.includes(look) };
      return { ...(await api.post<TrialProgress>('providers/follow', asked)), look };
    },
    refetchInterval: ({ state: { data, error } }) =>
      error || isLast(kind, data) ? false : everyMs,
  });
  const { data } = progress;
  const isWaiting = !progress.error && !isLast(kind, data);
  // While the page waits, an open session says nothing new.
  const session = isWaiting && data?.session?.state === 'open' ? null : (data?.session ?? null);
  const howToOpen = isForWechat ? 'scanInWechat' : 'openLink';
  const line = (name: 'receipt' | 'query' | 'result', said: TrialProgress['status']) =>
    said && (
      <p key={name}>
        {say(name)}{' '}
        <Status tone={tones[said.state as StateWord]} word={say(said.state as StateWord)} />{' '}
        {said.code && <code>{said.code}</code>} {said.detail}
      </p>
    );
  return (
    <div className="trial" role="status">
      {url && !data?.isOver && (
        <>
          <p>{say(howToOpen)}</p>
          <p>
            <a href={url} target="_blank" rel="noreferrer">
              {url}
            </a>
          </p>
          <Qr text={url} label={say(howToOpen)} />
        </>
      )}
      {isWaiting && <p>{say(kind === 'face' ? 'waitingResult' : 'waitingReceipt')}…</p>}
      <ProblemBar error={progress.error} />
      {data?.receipts.map((receipt) => (
        <div key={`${receipt.state} ${receipt.receivedAt}`}>
          {line('receipt', receipt)}
          <span className="soft">
            {say(receipt.isSigned ? 'signed' : 'unsigned')} · <Time at={receipt.receivedAt} />
          </span>
        </div>
      ))}
      {line('query', data?.status ?? null)}
      {line('result', session)}
      {data &&
        (data.isOver || data.look >= firstAdviceLook) &&
        data.advice.map((words) => <p key={words.en}>{words[language]}</p>)}
    </div>
  );
}
