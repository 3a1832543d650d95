import { useEffect, useState } from 'react';

type Shown = (email: string) => string;
const asStored: Shown = (email) => email;

/**
 * How e-mail addresses are read, for screens that every start loads: few addresses need the decoder, so it
 * comes with the first of them.
 * @param email the address that is shown
 */
export function useDisplayEmail(email: string): string {
  const [shown, setShown] = useState(() => asStored);
  const isEncoded = email.includes('xn--');
  useEffect(() => {
    if (!isEncoded) return;
    // Without it the address is shown as it is stored.
    void import('#schemas/shown-email.ts').then(
      (decoder) => setShown(() => decoder.shownEmail),
      () => undefined,
    );
  }, [isEncoded]);
  return shown(email);
}
