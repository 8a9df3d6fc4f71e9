import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import { staffRoutes } from './staff-routes.ts';

const publicPages = [
  index('features/academy/home-page.tsx'),
  route('about', 'features/academy/about-page.tsx'),
  route('contact', 'features/contact/contact-page.tsx'),
  route('privacy', 'features/academy/privacy-page.tsx'),
  route('terms', 'features/academy/terms-page.tsx'),
  route('courses', 'features/courses/catalogue/catalogue-page.tsx'),
  route('courses/:id', 'features/courses/catalogue/course-page.tsx', [
    route('watch/:film', 'features/training/open-film-page.tsx'),
  ]),
  route('login', 'features/accounts/sign-in/login-page.tsx'),
  route('ornate_backend', 'features/accounts/sign-in/staff-login-page.tsx'),
  route('registration', 'features/accounts/sign-in/register-page.tsx', { id: 'registration' }),
  route('register', 'features/accounts/sign-in/register-page.tsx', { id: 'register' }),
  route('otp', 'features/accounts/sign-in/otp-page.tsx'),
  route('forgot-password', 'features/accounts/sign-in/forgot-password-page.tsx'),
  route('reset-password', 'features/accounts/sign-in/reset-password-page.tsx'),
  route('set-password', 'features/accounts/sign-in/set-password-page.tsx'),
  route('signed-on', 'features/accounts/sign-in/signed-on-page.tsx'),
  route('C', 'features/certificates/code-page.tsx'),
  route('verify', 'features/certificates/verify-page.tsx', [
    route(':number', 'features/certificates/verified-page.tsx'),
  ]),
  route('shared/:token', 'features/certificates/own/shared-page.tsx'),
  route('*', 'shell/not-found.tsx'),
];

/** Routes that are no pages: for crawlers, and for phones that install the site. */
const files = [
  route('sitemap.xml', 'features/academy/sitemap.ts'),
  route('robots.txt', 'features/academy/robots.ts'),
  route('manifest.webmanifest', 'features/academy/manifest.ts'),
];

const learnerPages = [
  route('dashboard', 'features/overview/home/dashboard-page.tsx'),
  route('profile', 'features/seafarers/profile-page.tsx'),
  route('account', 'features/overview/account-page.tsx', { id: 'account' }),
  route('EnrollmentRequest', 'features/enrolments/enrolment-requests-page.tsx'),
  route('fees', 'features/fees/own-fees-page.tsx'),
  route('fees/:id', 'features/fees/own-fee-page.tsx'),
  route('courses/:id/requirements', 'features/enrolments/requirements-page.tsx'),
  route('courses/:id/enroll', 'features/enrolments/kept-request-page.tsx'),
  route('training/:courseId', 'features/training/training-page.tsx'),
  route('courses/:id/content', 'features/overview/course-content-page.tsx'),
  route('testPage/:courseId', 'features/assessments/taking/test-page.tsx'),
  route('practice/:courseId', 'features/assessments/practice/practice-page.tsx'),
  route('aboard', 'features/course-packs/aboard-page.tsx'),
  route('certificate-report', 'features/certificates/certificate-report-page.tsx'),
  route('certificates', 'features/certificates/own/own-certificates-page.tsx'),
  route('documents', 'features/wallet/own-documents-page.tsx'),
  route('may-i-join', 'features/fit-to-join/own-fit-page.tsx'),
  route('UserCource', 'features/enrolments/user-courses-page.tsx'),
  route('updateUserProfile', 'features/seafarers/update-profile-page.tsx'),
  route('handbook/:reader?/:page?', 'features/handbook/handbook-page.tsx'),
];

const staffPages = prefix(
  'admin-dashboard',
  staffRoutes.map(({ path, file, id }) => (path === '' ? index(file) : route(path, file, id ? { id } : {}))),
);

/** The design page, in development only; the production build has no such page. */
const workshop = process.env.NODE_ENV === 'development' ? [route('design', 'design/design-page.tsx')] : [];

/** Opens what a learner has aboard on this device before their pages are loaded. */
const aboard = 'features/course-packs/aboard-layout.tsx';

/** A layout around the guarded pages, inside the one that provides their data. */
const confirming = 'features/accounts/own-account/confirm-identity-layout.tsx';

export default [
  ...files,
  route('offline', 'shell/offline-page.tsx'),
  layout('shell/site-layout.tsx', [
    layout('shell/public-layout.tsx', [...publicPages, ...workshop]),
    layout('shell/learner-layout.tsx', [layout(confirming, { id: 'learner' }, [layout(aboard, learnerPages)])]),
    layout('features/course-packs/open-aboard-layout.tsx', [
      route('aboard/open', 'features/course-packs/open-aboard-page.tsx'),
      route('ship', 'features/ships/ship-page.tsx'),
      route('ship/test/:courseId', 'features/ships/tests/test-aboard-page.tsx'),
    ]),
  ]),
  layout('features/overview/staff-area-layout.tsx', [
    layout('shell/staff-pages.tsx', [
      layout('features/accounts/second-factor/second-factor-gate.tsx', [
        layout(confirming, { id: 'staff' }, staffPages),
      ]),
    ]),
  ]),
] satisfies RouteConfig;
