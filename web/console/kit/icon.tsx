import type { ReactElement } from 'react';

/** Outlines on a 24 × 24 grid, in the text colour. */
const paths = {
  home: 'M3 11.2 12 4l9 7.2M5.5 9.5V20h4.8v-5.5h3.4V20h4.8V9.5',
  cells:
    'M4 4h6.500v6.500H4V4ZM13.5 4H20v6.500h-6.500V4ZM4 13.500h6.500V20H4v-6.500ZM13.5 13.500H20V20h-6.500v-6.500Z',
  list: 'M4 6h16M4 12h11M4 18h14',
  face: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 10h.01M15 10h.01M9 14.5c1.8 1.6 4.2 1.6 6 0',
  passcode: 'M3.500 7.500h17v9h-17v-9ZM8 12h.01M12 12h.01M16 12h.01',
  warning: 'M12 4 2.8 20h18.4L12 4ZM12 10v4.5M12 17.3h.01',
  inbox: 'M3.5 13.5 6.5 5h11l3 8.5V19h-17v-5.5ZM3.5 13.5H8c.4 2 1.8 3 4 3s3.6-1 4-3h4.5',
  building: 'M5 20V4h8v16M13 9h6v11M3 20h18M8 8h2M8 12h2M8 16h2M16 13h.01M16 16.500h.01',
  key: 'M13.6 10.4 20 4M17 7l2.5 2.500M8.5 20a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z',
  card: 'M3.500 6h17v12h-17V6ZM3.500 10h17M7 14.500h4',
  receipt: 'M6 3.500h12v17l-3-2-3 2-3-2-3 2v-17ZM9 8h6M9 12h6',
  wallet: 'M4 7.500h16V19H4V7.500ZM4 7.5 6 5h11v2.500M15.5 13.200h.01',
  chart: 'M4 4v16h16M8.5 16.500v-4M12.5 16.500v-9M16.5 16.500v-6',
  tag: 'M4 4h8l8 8-8 8-8-8V4ZM8.5 8.500h.01',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3.500a5.5 5.5 0 0 1-11 0V8ZM12 17v4',
  template: 'M4 5h16v11h-9l-4 4v-4H4V5ZM8 9h8M8 12.500h5',
  webhook:
    'M9.5 11.500a4 4 0 1 1 4.5-1.500l-3 5.500M6 20a3.5 3.5 0 1 1 2-6.400M11 16.500h6a3 3 0 1 1-1 4',
  shield:
    'M12 3.5 5 6v5.500c0 4.3 2.8 7.5 7 9 4.2-1.5 7-4.7 7-9V6l-7-2.500ZM9 12l2.2 2.200L15.3 10',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M16 4.300a3.5 3.5 0 0 1 0 6.400M18 14.500c2 .8 3.2 2.6 3.5 5.5',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400ZM9 19.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400Z',
  book: 'M12 6.500c-2-1.6-4.700-2-8-2V18c3.300 0 6 .4 8 2 2-1.6 4.700-2 8-2V4.500c-3.300 0-6 .4-8 2ZM12 6.500V20',
  code: 'M8.500 7 3.500 12l5 5M15.500 7l5 5-5 5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  language:
    'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.500c5 5 5 12 0 17M12 3.500c-5 5-5 12 0 17',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.500Z',
  screen: 'M3.5 5h17v11h-17V5ZM9 20h6M12 16v4',
  down: 'M6 9l6 6 6-6',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  phone:
    'M6.5 4h3l1.500 4-2 1.500a11 11 0 0 0 5.500 5.500l1.500-2 4 1.500v3a1.500 1.500 0 0 1-1.500 1.500A15 15 0 0 1 5 5.500 1.500 1.500 0 0 1 6.500 4Z',
  plus: 'M12 5v14M5 12h14',
  copy: 'M8.5 8.500h11v11h-11v-11ZM15.5 8.500v-4h-11v11h4',
  check: 'M5 12.5 10 17.5 19.5 7',
  pulse: 'M3 12h4.500l2.500-6.500 4.500 13 2.500-6.500H21',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  menu: 'M4 6h16M4 12h16M4 18h16',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  finger:
    'M6.5 17.500c1-2 1.2-3.7 1.2-5.500a4.3 4.3 0 0 1 8.6 0c0 3-.4 5.5-1.5 8M12 12c0 3.3-.6 5.8-2 8.300M4 14.500c.4-1 .5-1.8.5-2.800A7.5 7.5 0 0 1 17.8 7M19.5 10.500c.2 2.5.1 5-.5 7.5',
  clock: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5l3.5 2',
  device: 'M4 5h16v10H4V5ZM2.5 19h19',
  columns: 'M4 5h16v14H4V5ZM9.5 5v14M14.5 5v14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  person:
    'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.500c.6-4.4 3.5-6.5 7.5-6.500s6.9 2.1 7.5 6.5',
  out: 'M14 4H5v16h9M10 12h10M16.5 8.5 20 12l-3.5 3.5',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: the label beside it says what it means. A menu spaces its icons by a class of its own. */
export function Icon({
  name,
  size = 16,
  className = '',
}: {
  name: IconName;
  size?: number;
  className?: string;
}): ReactElement {
  return (
    <svg
      className={`icon ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
