-- For wrk: each request posts an enquiry with words and a key of its own, which begin with the first argument. The second one is
-- the sender's name, without which it is refused.
function init(arguments)
  local unique, name, sent = arguments[1], arguments[2], 0
  function request()
    sent = sent + 1
    local part = unique .. '-' .. sent
    local headers = { ['content-type'] = 'application/json', ['idempotency-key'] = part }
    local message = ('Good morning, please call me back about part ' .. part .. '. '):rep(8)
    local sender = '"name":"' .. name .. '","email":"ada.' .. part .. '@example.com","company":"Example Ltd"'
    local words = '"subject":"A quotation for part ' .. part .. '","message":"' .. message .. '"'
    return wrk.format('POST', nil, headers, '{' .. sender .. ',' .. words .. '}')
  end
end
