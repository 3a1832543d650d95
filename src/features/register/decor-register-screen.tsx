import { Registration } from './registration.tsx';

/** `/register/decor`: registers a decor company and its owner. */
export function DecorRegisterScreen() {
  return <Registration isDecor />;
}
