import { roles } from '#schemas/roles.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from '../shell/route-entry.ts';

/** For the "main" company roles (spec 2 §6). */
const mainRoles = [roles.owner, roles.staff] as const;

const framed = {
  access: 'signed_in',
  roles: mainRoles,
  header: 'shell',
  navigation: true,
} as const;
/** A checkout step, without the distracting navigation bar. */
const step = { ...framed, navigation: false } as const;

/** Shop, cart, checkout and orders; part of the route table. */
export const shopRoutes: readonly RouteEntry[] = [
  {
    ...framed,
    path: '/shop',
    list: true,
    back: paths.menu(),
    screen: async () => (await import('../features/shop/shop-screen.tsx')).ShopScreen,
  },
  {
    ...framed,
    path: '/shop/club-card',
    needs: 'has_edenred_card',
    back: paths.shop(),
    screen: async () =>
      (await import('../features/shop/card-product-screen.tsx')).CardProductScreen,
  },
  {
    ...framed,
    path: '/shop/$uuid',
    back: paths.shop(),
    screen: async () => (await import('../features/shop/product-screen.tsx')).ProductScreen,
  },
  {
    ...framed,
    path: '/cart',
    navigation: false,
    back: paths.shop(),
    screen: async () => (await import('../features/cart/cart-screen.tsx')).CartScreen,
  },
  {
    ...step,
    path: '/checkout',
    screen: async () => (await import('../features/checkout/checkout-screen.tsx')).CheckoutScreen,
  },
  {
    ...step,
    path: '/checkout/person',
    screen: async () => (await import('../features/checkout/checkout-screen.tsx')).PersonScreen,
  },
  {
    ...step,
    path: '/checkout/company',
    screen: async () => (await import('../features/checkout/checkout-screen.tsx')).CompanyScreen,
  },
  {
    ...step,
    path: '/checkout/contact',
    back: paths.checkout(),
    screen: async () => (await import('../features/checkout/contact-screen.tsx')).ContactScreen,
  },
  {
    ...step,
    path: '/checkout/address',
    back: paths.checkout(),
    screen: async () => (await import('../features/checkout/address-screen.tsx')).AddressScreen,
  },
  {
    ...step,
    path: '/checkout/summary',
    back: paths.checkout(),
    screen: async () => (await import('../features/checkout/summary-screen.tsx')).SummaryScreen,
  },
  {
    ...step,
    path: '/checkout/thankyou',
    screen: async () => (await import('../features/checkout/thank-you-screen.tsx')).ThankYouScreen,
  },
  {
    ...framed,
    path: '/orders',
    list: true,
    back: paths.menu(),
    screen: async () => (await import('../features/orders/orders-screen.tsx')).OrdersScreen,
  },
  {
    ...framed,
    path: '/orders/$uuid',
    within: '/orders',
    back: paths.orders(),
    screen: async () => (await import('../features/orders/order-screen.tsx')).OrderScreen,
  },
];
