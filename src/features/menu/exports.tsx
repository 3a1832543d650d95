/** Exports of the menu for other features. */
export { SignOutSheet } from './sign-out-sheet.tsx';
