/** Makes fetch() of this process use the proxies of the environment, as connections to clusters do. */
import { setGlobalDispatcher } from 'undici';
import { agentOfEnvironment } from '../kubernetes/dispatchers.ts';

setGlobalDispatcher(agentOfEnvironment({}));
