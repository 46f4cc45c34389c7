import { ConfigProvider, notification } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import { styleNonce } from '../client/base-path.ts';
import { useLanguage } from '../client/words.ts';
import { setToaster } from '../kit/toast.ts';
import { antdTheme } from './antd-theme.ts';
import { useTheme } from './use-theme.ts';

/** antd with our colours, language and CSP nonce. */
export function Theme({ children }: { children: ReactNode }): ReactElement {
  const name = useTheme();
  const language = useLanguage();
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const config = useMemo(() => antdTheme(name, isStill), [name, isStill]);
  return (
    <ConfigProvider
      theme={config}
      locale={language === 'zh' ? zhCN : enUS}
      csp={{ nonce: styleNonce }}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <Toaster />
      {children}
    </ConfigProvider>
  );
}

function Toaster(): ReactElement {
  const [toaster, holder] = notification.useNotification();
  useEffect(() => setToaster(toaster), [toaster]);
  return holder;
}
