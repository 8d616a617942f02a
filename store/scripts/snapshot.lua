-- Returns incarnation, newest log id, number of rows, state, age of the state, registration and API server. A reader
-- runs this script before it reads rows and grants.
-- include now
-- include age

local newest = redis.call('HMGET', index, '', cluster)
local state = redis.call('HMGET', meta, 'state', 'stateAt', 'registration')
local age = ageOf(tonumber(state[2] or now))
local server = redis.call('HGET', origins, 's' .. cluster) or ''
return { newest[1] or '', newest[2] or '0-0', redis.call('HLEN', rows), state[1] or '', age, state[3] or '', server }
