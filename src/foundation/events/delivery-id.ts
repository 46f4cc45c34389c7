/** A delivery is one event for one endpoint, and both together identify it. */
export interface DeliveryKey {
  eventId: string;
  endpointId: number;
}

export function deliveryIdOf({ eventId, endpointId }: DeliveryKey): string {
  return `${eventId}.${endpointId}`;
}

const form = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([1-9][0-9]{0,9})$/;

/** Undefined for a text that is not a delivery ID. */
export function readDeliveryId(text: string): DeliveryKey | undefined {
  const match = form.exec(text);
  const endpointId = Number(match?.[2]);
  if (!match || endpointId > 2_147_483_647) return undefined;
  return { eventId: match[1] as string, endpointId };
}
