import { hrefOf, paths } from '#src/app/paths.ts';
import { ClosePage } from './close-page.tsx';

/** `/close` when signed out, because links from an installed app open in another browser. */
export function PublicCloseScreen() {
  const source = new URLSearchParams(location.search).get('source') ?? undefined;
  return <ClosePage source={source} onStay={() => location.assign(hrefOf(paths.login()))} />;
}
