import { Trans } from '@lingui/react/macro';

/**
 * What keeps points from expiring: only that they are spent. Who closes a project earns new ones, and saves none.
 * @param props.hasShop whether this person can spend them in the app
 */
export function ExpiryHelp({ hasShop }: { hasShop: boolean }) {
  return hasShop ? (
    <Trans>Spend them in the shop before then. Your oldest points are spent first.</Trans>
  ) : (
    <Trans>Your company has no shop in this app. Ask support how you can still use them.</Trans>
  );
}
