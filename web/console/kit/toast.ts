import type { NotificationInstance } from 'antd/es/notification/interface';
import type { ReactNode } from 'react';

let instance: NotificationInstance | undefined;

export function setToaster(one: NotificationInstance): void {
  instance = one;
}

/** Confirms a change that is not visible on the screen. */
export function toast(title: ReactNode, text?: ReactNode): void {
  instance?.success({
    title,
    description: text,
    duration: 6,
    placement: 'bottomRight',
    pauseOnHover: true,
  });
}
