import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/site.tsx', [
    index('routes/home.tsx'),
    route('classes', 'routes/classes.tsx'),
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('admin', 'routes/admin/layout.tsx', [
      index('routes/admin/dashboard.tsx'),
      route('manageclass', 'routes/admin/manage-class.tsx'),
      route('manageusers', 'routes/admin/manage-users.tsx'),
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
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
