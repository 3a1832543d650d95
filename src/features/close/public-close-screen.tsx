import { paths } from '#src/app/paths.ts';
import { ClosePage } from './close-page.tsx';

/** `/close` in a browser that nobody is signed in to: an app on the home screen opens links in another. */
export function PublicCloseScreen() {
  const source = new URLSearchParams(location.search).get('source') ?? undefined;
  return <ClosePage source={source} onStay={() => location.assign(paths.login())} />;
}
