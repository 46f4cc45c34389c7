import '../overview/overview.css';
import type { ReactElement } from 'react';
import { KeysCard } from '../overview/keys-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { MembersCard } from './members-card.tsx';
import { PricesCard } from './prices-card.tsx';

/** Who and what a customer's account has. Its figures and its calls are on its overview. */
export function OwnHome(): ReactElement {
  return (
    <div className="account-pair">
      <div className="stack">
        <MembersCard />
        <PricesCard />
      </div>
      <div className="stack">
        <KeysCard />
        <EndpointsCard />
      </div>
    </div>
  );
}
