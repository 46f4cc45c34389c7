import type { ReactElement } from 'react';
import mark from '../../skin/mark.svg';

export function Logo({ size = 26 }: { size?: number }): ReactElement {
  return <img src={mark} width={size} height={size} alt="" className="logo" />;
}
