import { type EventType, eventTypes } from '../../foundation/contract/wire/event-schemas.ts';
import { type DeliveryState, deliveryStates } from '../../foundation/contract/wire/webhooks.ts';
import { type DeliveryKey, readDeliveryId } from '../../foundation/events/delivery-id.ts';
import { oneOf, readList, say } from './read-option.ts';

export function readEventType(text: string): EventType {
  return oneOf(eventTypes, text);
}

export function readEventTypes(text: string): EventType[] {
  return readList(text).map(readEventType);
}

export function readDeliveryState(text: string): DeliveryState {
  return oneOf(deliveryStates, text);
}

export function readDelivery(text: string): DeliveryKey {
  return readDeliveryId(text) ?? say('Use a delivery ID, as delivery list shows it.');
}
