import type { PayingApp } from '../../foundation/contract/paying-apps.ts';
import type { PaymentOffer } from './payment-offer.ts';

const ofApps: Readonly<Record<PayingApp, (userAgent: string) => boolean>> = {
  // WeChat on a desktop cannot pay, and its screen can be scanned.
  wechat: (text) => /MicroMessenger/i.test(text) && !/WindowsWechat|MacWechat/i.test(text),
};

/** The app whose own browser this is; undefined for any other browser. */
export function appOf(userAgent: string | undefined): PayingApp | undefined {
  const apps = Object.keys(ofApps) as PayingApp[];
  return apps.find((app) => ofApps[app](userAgent ?? ''));
}

/**
 * The ways to pay that work in an app, or in a browser outside all of them. A provider that can be paid in the app is not
 * offered by QR code there, because nobody can scan the screen of the own phone.
 */
export function offersIn<Offer extends Pick<PaymentOffer, 'providerCode' | 'shows' | 'app'>>(
  app: PayingApp | undefined,
  offers: readonly Offer[],
): Offer[] {
  const isPaidHere = (provider: string) =>
    offers.some((each) => each.providerCode === provider && each.app === app);
  return offers.filter((offer) => {
    if (offer.app !== undefined) return offer.app === app;
    return app === undefined || offer.shows !== 'qr' || !isPaidHere(offer.providerCode);
  });
}
