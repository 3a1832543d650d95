import { Registration } from './registration.tsx';

/** `/register/decor`: a decor company joins with its owner. */
export function DecorRegisterScreen() {
  return <Registration isDecor />;
}
