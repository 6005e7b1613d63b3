import type { Page } from '@playwright/test';
import { endSchool, expect, type RunningSchool, signIn, startSchool, test as base } from './fixtures.ts';
