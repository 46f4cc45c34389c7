import './trial-outcome.css';
import type { ReactElement } from 'react';
import type { TrialReport } from '../../../src/surfaces/console/kit/trial-contract.ts';
import { defineWords, useLanguage } from '../client/words.ts';
import { Status } from './status.tsx';
import type { StatusTone } from './status-tone.ts';

const useWords = defineWords('trial', {
  en: {
    done: 'Accepted by the provider',
    started: 'Session started',
    rejected: 'Rejected by the provider',
    unavailable: 'Provider unavailable',
    unknown: 'Outcome unknown',
    exchange: 'Raw request and response, without secrets and personal data',
    noAnswer: 'no response',
    inside:
      'This provider has an internal address, so its responses and links are not shown here. Run provider test on the command line to see them.',
  },
  zh: {
    done: '服务商已受理',
    started: '会话已开始',
    rejected: '服务商已拒绝',
    unavailable: '服务商不可用',
    unknown: '结果未知',
    exchange: '往来报文（不含密钥和个人信息）',
    noAnswer: '无响应',
    inside: '该服务商位于内网，此处不显示其响应和链接；可在命令行运行 provider test 查看。',
  },
});

const tones: Readonly<Record<TrialReport['outcome'], StatusTone>> = {
  done: 'good',
  started: 'good',
  rejected: 'bad',
  unavailable: 'bad',
  unknown: 'unknown',
};

/** The result of a provider test; a failure starts expanded. */
export function TrialOutcome({ report }: { report: TrialReport }): ReactElement {
  const say = useWords();
  const language = useLanguage();
  const { outcome, reason, answerCode, detail, hint, exchanges } = report;
  return (
    <div className="trial" role="status">
      <p>
        <Status tone={tones[outcome]} word={say(outcome)} />
      </p>
      {detail && (
        <p>
          {[answerCode, reason].filter(Boolean).map((code) => (
            <code key={code}>{code} </code>
          ))}
          {detail}
        </p>
      )}
      {hint && <p>{hint[language]}</p>}
      {exchanges.some(({ isInside }) => isInside) && <p className="soft">{say('inside')}</p>}
      <details open={outcome !== 'done' && outcome !== 'started'}>
        <summary>{say('exchange')}</summary>
        {exchanges.map(({ method, url, body, status, answer, fault, ms }) => (
          <pre key={`${method} ${url} ${ms}`}>
            {[
              [`${method} ${url}`, body],
              [`${status ?? say('noAnswer')} · ${ms} ms`, answer ?? fault],
            ]
              .map((lines) => lines.filter(Boolean).join('\n'))
              .join('\n\n')}
          </pre>
        ))}
      </details>
    </div>
  );
}
