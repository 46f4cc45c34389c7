import type { ReactElement } from 'react';
import type { PriceRow } from '../../../../src/surfaces/console/prices/prices-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { toast } from '../../kit/toast.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { usePricesWords } from './prices-words.ts';

export function PartsDialog({
  row,
  onDone,
  onClose,
}: {
  row: PriceRow | undefined;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = usePricesWords();
  const nameOf = useProductName();
  const api = useApi();
  const isByPart = row?.perPart ?? false;
  return (
    <Confirm
      isOpen={row !== undefined}
      title={row ? say('byPartTitle', { product: nameOf(row.product) }) : ''}
      verb={isByPart ? say('toMessage') : say('toPart')}
      rows={[
        {
          label: say('parts'),
          before: isByPart ? say('perPart') : say('perMessage'),
          after: isByPart ? say('perMessage') : say('perPart'),
        },
      ]}
      onConfirm={async () => {
        await api.post('prices/per-part', { product: row?.product, perPart: !isByPart });
        toast(say('set'));
        onDone();
      }}
      onClose={onClose}
    />
  );
}
