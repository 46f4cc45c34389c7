import type { NotificationInstance } from 'antd/es/notification/interface';
import type { ReactNode } from 'react';

let instance: NotificationInstance | undefined;

export function setToaster(one: NotificationInstance): void {
  instance = one;
}

/** Confirms what is out of sight, for six seconds and for as long as it is hovered. */
export function toast(title: ReactNode, text?: ReactNode): void {
  instance?.success({
    title,
    description: text,
    duration: 6,
    placement: 'bottomRight',
    pauseOnHover: true,
  });
}
