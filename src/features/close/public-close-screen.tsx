import { hrefOf, paths } from '#src/app/paths.ts';
import { ClosePage } from './close-page.tsx';

/**
 * `/close` for users who aren't signed in. Links from an installed app open in another browser, where the user
 * might not be signed in.
 */
export function PublicCloseScreen() {
  const source = new URLSearchParams(location.search).get('source') ?? undefined;
  return <ClosePage source={source} onStay={() => location.assign(hrefOf(paths.login()))} />;
}
