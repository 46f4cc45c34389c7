import './tabs.css';
import { Segmented } from 'antd';
import type { ReactElement } from 'react';

/** Which of several pages is shown. What filters a list or a chart is a segmented control. */
export function Tabs<Name extends string>({
  label,
  tabs,
  tab,
  onTab,
}: {
  /** The accessible name. */
  label: string;
  tabs: readonly { value: Name; label: string }[];
  tab: Name;
  onTab(tab: Name): void;
}): ReactElement {
  return (
    <Segmented
      className="tabs"
      aria-label={label}
      value={tab}
      options={[...tabs]}
      onChange={onTab}
    />
  );
}
