/** Signing out asks first, wherever it is begun: unsent work is never dropped in silence (F28). */
export { SignOutSheet } from './sign-out-sheet.tsx';
