import { Input } from 'antd';
import type { ReactElement } from 'react';
import { useTemplatesWords } from './templates-words.ts';

export function SampleCard({
  values,
  onChange,
}: {
  values: Readonly<Record<string, string>>;
  onChange(name: string, value: string): void;
}): ReactElement {
  const say = useTemplatesWords();
  return (
    <section className="card template-section">
      <h2>{say('sample')}</h2>
      <p className="soft">{say('sampleHint')}</p>
      {Object.entries(values).map(([name, value]) => (
        <label key={name} className="field">
          <span className="mono">{name}</span>
          <Input value={value} onChange={({ target }) => onChange(name, target.value)} />
        </label>
      ))}
    </section>
  );
}
