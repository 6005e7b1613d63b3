import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/site.tsx', [
    index('routes/home.tsx'),
    route('instructorlist', 'routes/instructors.tsx'),
    route('classes', 'routes/classes.tsx'),
    route('blogs', 'routes/blogs.tsx'),
    route('blogs/blog/:id?', 'routes/blog.tsx'),
    // The cards of the blog list lead here.
    route('blog/:id', 'routes/blog.tsx', { id: 'blog-of-list' }),
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('account', 'routes/account/account.tsx'),
    route('account/forgot', 'routes/account/forgot.tsx'),
    route('account/action', 'routes/account/action.tsx'),
    route('dashboard', 'routes/dashboard.tsx'),
    route('ongoing', 'routes/elections.tsx'),
    route('test', 'routes/accounting.tsx'),
    route('admin', 'routes/admin/layout.tsx', [
      index('routes/admin/dashboard.tsx'),
      route('manageclass', 'routes/admin/manage-class.tsx'),
      route('manageusers', 'routes/admin/manage-users.tsx'),
      route('money', 'routes/admin/reconciliation.tsx'),
      route('receipt/:id', 'routes/admin/receipt.tsx'),
      route('roster/:id', 'routes/admin/roster.tsx'),
      route('log', 'routes/admin/log.tsx'),
    ]),
    route('instructor', 'routes/instructor/layout.tsx', [
      index('routes/instructor/dashboard.tsx'),
      route('myclass', 'routes/instructor/my-class.tsx'),
      route('updateclass/:id', 'routes/instructor/update-class.tsx'),
      route('addclass', 'routes/instructor/add-class.tsx'),
      route('roster/:id', 'routes/instructor/roster.tsx'),
    ]),
    route('student', 'routes/student/layout.tsx', [
      index('routes/student/dashboard.tsx'),
      route('class/selected', 'routes/student/selected.tsx'),
      route('class/enrolled', 'routes/student/enrolled.tsx'),
      route('class/payment/:classid', 'routes/student/payment.tsx'),
      route('receipt/:id', 'routes/student/receipt.tsx'),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('blogs.atom', 'routes/blog-feed.ts'),
  route('site.webmanifest', 'routes/manifest.ts'),
] satisfies RouteConfig;
