-- For wrk: counts answers with another status than the first argument says, and prints the result as JSON (see wrk.ts). With a
-- second argument each request posts an enquiry with words and a key of its own, which begin with that argument.
local thread
unexpected = 0

function setup(started) thread = started end

function init(arguments)
  local expected, unique, sent = tonumber(arguments[1]), arguments[2], 0

  function response(status) if status ~= expected then unexpected = unexpected + 1 end end

  if unique == '' then return end
  function request()
    sent = sent + 1
    local part = unique .. '-' .. sent
    local headers = { ['content-type'] = 'application/json', ['idempotency-key'] = part }
    local message = ('Good morning, please call me back about part ' .. part .. '. '):rep(8)
    local name = '"name":"Ada Example","email":"ada.' .. part .. '@example.com","company":"Example Ltd"'
    local words = '"subject":"A quotation for part ' .. part .. '","message":"' .. message .. '"'
    return wrk.format('POST', nil, headers, '{' .. name .. ',' .. words .. '}')
  end
end

function done(summary)
  local e = summary.errors
  local faults = thread:get('unexpected') + e.connect + e.read + e.write + e.timeout
  io.write(('{"requests":%d,"microseconds":%d,"faults":%d}'):format(summary.requests, summary.duration, faults))
end
