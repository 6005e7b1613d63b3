import { joinNouns } from './endpoint.ts';
import * as nouns from './nouns.schema.ts';

/** Every endpoint of the product. */
export const endpoints = joinNouns(nouns);
