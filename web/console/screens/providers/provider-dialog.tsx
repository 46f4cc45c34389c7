import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  ProviderFacts,
  VendorList,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { useReturnFocus } from '../../kit/use-return-focus.ts';
import { ProviderForm } from './provider-form.tsx';
import { useProvidersWords } from './providers-words.ts';

export function ProviderDialog({
  code,
  onClose,
}: {
  code: string | undefined;
  onClose(): void;
}): ReactElement {
  const say = useProvidersWords();
  useReturnFocus();
  const api = useApi();
  const queries = useQueryClient();
  const [vendorCode, setVendorCode] = useState<string>();
  const vendors = useQuery({
    queryKey: [api.scope, 'vendors'],
    queryFn: ({ signal }) => api.get<VendorList>('providers/vendors', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const facts = useQuery({
    queryKey: [api.scope, 'provider', code],
    queryFn: ({ signal }) => api.get<ProviderFacts>('providers/one', { code }, signal),
    enabled: code !== undefined,
  });
  const list = vendors.data?.vendors ?? [];
  const chosen = facts.data?.vendorCode ?? vendorCode ?? list[0]?.code;
  const vendor = list.find((one) => one.code === chosen);
  const isReady = vendor && (code === undefined || facts.data);
  return (
    <Modal
      open
      title={code === undefined ? say('addTitle') : say('editTitle', { code })}
      footer={null}
      width={640}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <ProblemBar error={vendors.error ?? facts.error} />
      {!isReady && !vendors.error && !facts.error && <RowsSkeleton rows={6} height={48} />}
      {isReady && (
        <ProviderForm
          key={`${vendor.code} ${facts.data?.version}`}
          vendor={vendor}
          vendors={list}
          facts={facts.data}
          onVendor={setVendorCode}
          onClose={onClose}
          onChanged={async () => {
            await queries.invalidateQueries({ queryKey: [api.scope, 'providers'] });
            await queries.invalidateQueries({ queryKey: [api.scope, 'provider'] });
          }}
        />
      )}
    </Modal>
  );
}
